"""The audit: does the judge agree with clinicians, and what may be claimed."""
