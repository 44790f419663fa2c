"""Images: only from one folder, only images, and sent exactly as they are."""

from __future__ import annotations

import base64
import hashlib
import os
from pathlib import Path

import pytest

from judgekit.errors import InputDataError
from judgekit.prompting import ImageFolder
from judgekit.records import Image

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(64))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with one image, beside a secret that is an image as well."""
    (tmp_path / "images" / "inner").mkdir(parents=True)
    (tmp_path / "images" / "inner" / "a.png").write_bytes(PNG)
    (tmp_path / "secret.png").write_bytes(PNG)
    return tmp_path / "images"


def read(folder: Path, path: str) -> str:
    """Return the media type of the image at `path`."""
    return ImageFolder(folder).read(Image(path=path)).media_type


def test_an_image_is_sent_as_it_is(folder: Path) -> None:
    """Bytes in base64, the media type, and SHA-256 over the bytes."""
    part = ImageFolder(folder).read(Image(path="inner/a.png"))
    assert base64.b64decode(part.data_base64) == PNG
    assert part.digest == hashlib.sha256(PNG).hexdigest()
    assert part.media_type == "image/png"


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (PNG, "image/png"),
        (b"\xff\xd8\xff\xe0JFIF", "image/jpeg"),
        (b"GIF87a..", "image/gif"),
        (b"GIF89a..", "image/gif"),
        (b"RIFF\x10\x00\x00\x00WEBPVP8 ", "image/webp"),
    ],
)
def test_the_type_is_read_from_the_bytes(folder: Path, content: bytes, media_type: str) -> None:
    """The name says nothing: the first bytes do."""
    (folder / "x.dat").write_bytes(content)
    assert read(folder, "x.dat") == media_type


@pytest.mark.parametrize(
    "content", [b"", b"BM", b"<svg/>", b"%PDF-1.7", b"RIFF\x10\x00\x00\x00WAVE", b"DICM"]
)
def test_what_is_no_image_is_refused(folder: Path, content: bytes) -> None:
    """Anything but PNG, JPEG, GIF and WebP is refused, whatever it is called."""
    (folder / "x.png").write_bytes(content)
    with pytest.raises(InputDataError, match="none of PNG, JPEG, GIF and WebP; convert it first"):
        read(folder, "x.png")


def test_a_path_out_of_the_folder_is_refused(folder: Path) -> None:
    """By dots, by an absolute path, or by a link: an image outside is never read."""
    (folder / "link.png").symlink_to(folder.parent / "secret.png")
    (folder / "up").symlink_to(folder.parent)
    outside = str(folder.parent / "secret.png")
    for path in ("../secret.png", "inner/../../secret.png", outside, "link.png", "up/secret.png"):
        with pytest.raises(InputDataError, match=r"outside the image folder .*--images"):
            read(folder, path)


def test_a_link_inside_the_folder_is_followed(folder: Path) -> None:
    """Links within the folder, and a folder that is itself a link, are fine."""
    (folder / "link.png").symlink_to(folder / "inner" / "a.png")
    (folder.parent / "alias").symlink_to(folder)
    assert read(folder, "link.png") == "image/png"
    assert read(folder.parent / "alias", "inner/a.png") == "image/png"
    assert read(folder, str(folder / "inner" / "a.png")) == "image/png"


def test_a_folder_that_only_begins_alike_is_outside(folder: Path) -> None:
    """images2 is not in images."""
    (folder.parent / "images2").mkdir()
    (folder.parent / "images2" / "a.png").write_bytes(PNG)
    with pytest.raises(InputDataError, match="outside the image folder"):
        read(folder, "../images2/a.png")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("nowhere.png", "No such file or directory"),
        ("https://example.org/a.png", "No such file or directory"),
        ("inner", "it is not a file"),
        ("a\x00.png", "no path of a file"),
        ("x" * 5000, "name too long|No such file|no path of a file"),
    ],
)
def test_what_is_not_there_is_said_in_one_sentence(folder: Path, path: str, said: str) -> None:
    """A missing file, an address, a folder, or no path at all: never another exception."""
    with pytest.raises(InputDataError, match=said):
        read(folder, path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(folder: Path) -> None:
    """Reading a named pipe would wait for ever: it is refused."""
    os.mkfifo(folder / "pipe.png")
    with pytest.raises(InputDataError, match="it is not a file"):
        read(folder, "pipe.png")


def test_links_in_a_circle_are_refused(folder: Path) -> None:
    """A link to itself is no image."""
    (folder / "circle.png").symlink_to(folder / "circle.png")
    with pytest.raises(InputDataError, match=r"circle\.png"):
        read(folder, "circle.png")
