"""`judgekit cache`: what the reply store holds, whether it is sound, and purging it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from judgekit.errors import ConfigurationError

if TYPE_CHECKING:
    from judgekit.replies import DiskStore

app = typer.Typer(help="The reply store: stats, verify, purge.", no_args_is_help=True)
Folder = Annotated[Path | None, typer.Option("--cache", help="Folder of the reply store.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]


@app.command()
def stats(cache: Folder = None, as_json: AsJson = False) -> None:
    """Print how many replies the store holds, how many are damaged, and its size."""
    store = _open(cache, is_read_only=True)
    found = store.stats()
    store.close()
    if as_json:
        content = {"folder": str(store.folder), **found._asdict()}
        typer.echo(json.dumps(content, ensure_ascii=False, indent=2))
        return
    typer.echo(f"folder   {store.folder}")
    typer.echo(f"replies  {found.n_replies}")
    typer.echo(f"damaged  {found.n_damaged}")
    typer.echo(f"bytes    {found.n_bytes}")


@app.command()
def verify(cache: Folder = None, as_json: AsJson = False) -> None:
    """Check every entry; exit 1 if one is damaged. A damaged entry is never used."""
    store = _open(cache, is_read_only=True)
    damaged = store.damaged()
    store.close()
    if as_json:
        content = {"folder": str(store.folder), "damaged": damaged}
        typer.echo(json.dumps(content, ensure_ascii=False, indent=2))
        raise typer.Exit(1 if damaged else 0)
    for key in damaged:
        typer.echo(f"damaged  {key}")
    typer.echo(f"{len(damaged)} damaged entries in {store.folder}")
    raise typer.Exit(1 if damaged else 0)


@app.command()
def purge(
    sample: Annotated[
        list[str] | None, typer.Option(help="Id of a sample; may be repeated.")
    ] = None,
    case: Annotated[list[str] | None, typer.Option(help="Id of a case; may be repeated.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Delete every reply.")] = False,
    cache: Folder = None,
) -> None:
    """Delete the replies that served the samples or cases named; damaged entries go too."""
    if not (sample or case or everything):
        raise ConfigurationError("purging the reply store: name --sample ID, --case ID, or --all")
    store = _open(cache, is_read_only=False)
    n_deleted = store.purge(sample_ids=sample or (), case_ids=case or (), everything=everything)
    store.close()
    typer.echo(f"deleted {n_deleted} replies from {store.folder}")


def _open(cache: Path | None, *, is_read_only: bool) -> DiskStore:
    from judgekit.replies import DiskStore, default_store_folder

    folder = cache or default_store_folder()
    if not DiskStore.exists(folder):
        raise ConfigurationError(
            f"opening the reply store {folder}: there is none; name its folder with --cache"
        )
    return DiskStore(folder, is_read_only=is_read_only)
