"""Where replies are kept: a store on disk, and cassettes that are recorded and replayed."""

from judgekit.replies.cassette import CassetteHeader, Recorder, ReplayProvider, read_cassette
from judgekit.replies.disk import DiskStore, StoreStats, default_store_folder

__all__ = [
    "CassetteHeader",
    "DiskStore",
    "Recorder",
    "ReplayProvider",
    "StoreStats",
    "default_store_folder",
    "read_cassette",
]
