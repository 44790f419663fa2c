"""The sections of an audit, one file each, and what several of them share."""
