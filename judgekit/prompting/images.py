"""Images of a sample: found inside one folder, recognised by their bytes, encoded and digested."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from judgekit.errors import InputDataError
from judgekit.records.exchange import ImagePart
from judgekit.records.sample import Image

_MAGIC = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
}


class ImageFolder:
    """The only folder from which images are read; a path that leads out of it is refused."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    def read(self, image: Image) -> ImagePart:
        """Return the image's bytes as they are sent, with the digest that stands for them.

        Raises:
            InputDataError: Outside the folder, missing, or not PNG, JPEG, GIF or WebP.
        """
        try:
            path = (self._folder / image.path).resolve()
        except (ValueError, RuntimeError) as error:
            raise InputDataError(
                f"reading image {image.path!r}: this is no path of a file ({error})"
            ) from error
        if not path.is_relative_to(self._folder):
            raise InputDataError(
                f"reading image {image.path!r}: it lies outside the image folder {self._folder}; "
                "name the folder that holds all images with --images"
            )
        try:
            if path.exists() and not path.is_file():
                raise InputDataError(
                    f"reading image {image.path!r} in {self._folder}: it is not a file; "
                    "name the image itself"
                )
            content = path.read_bytes()
        except OSError as error:
            raise InputDataError(
                f"reading image {image.path!r} in {self._folder}: {error.strerror or error}; "
                "name the folder that holds the images with --images"
            ) from error
        return ImagePart(
            media_type=_media_type(content, image.path),
            data_base64=base64.b64encode(content).decode("ascii"),
            digest=hashlib.sha256(content).hexdigest(),
        )


def _media_type(content: bytes, name: str) -> str:
    for magic, media_type in _MAGIC.items():
        if content.startswith(magic):
            return media_type
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    raise InputDataError(
        f"reading image {name!r}: the file is none of PNG, JPEG, GIF and WebP; convert it first"
    )
