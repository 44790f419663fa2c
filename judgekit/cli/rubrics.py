"""`judgekit rubrics`: list them, show one, print the JSON Schema of the format."""

from __future__ import annotations

from typing import Annotated

import typer

app = typer.Typer(help="Rubrics: list, show, schema.", no_args_is_help=True)


@app.command("list")
def list_rubrics() -> None:
    """List the rubrics that judgekit brings, with version, digest and title."""
    from judgekit.library import load_rubric, rubric_names

    for name in rubric_names():
        rubric = load_rubric(name)
        typer.echo(f"{name}@{rubric.version}  {rubric.digest[:12]}  {rubric.title}")


@app.command("show")
def show_rubric(rubric: str) -> None:
    """Print RUBRIC (a name or a YAML file) as validated YAML, with its digest."""
    import yaml

    from judgekit.library import load_rubric

    loaded = load_rubric(rubric)
    typer.echo(f"# {loaded.id}@{loaded.version}:{loaded.digest}")
    content = loaded.model_dump(mode="json", exclude_none=True)
    typer.echo(yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=100), nl=False)


@app.command("schema")
def print_schema(
    prompt: Annotated[
        bool, typer.Option("--prompt", help="The schema of a prompt file instead.")
    ] = False,
) -> None:
    """Print the JSON Schema of a rubric file, for editors."""
    from judgekit.library import file_schema

    typer.echo(file_schema("prompt" if prompt else "rubric"), nl=False)
