"""Output files. The rules are those of the programs in C++ (experiments/base/output_file.hpp)."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import stat
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from carrack import _core
from carrack._arguments import ExistingFileError, MissingFileError
from carrack._core import InputError

Name = str | os.PathLike[str]

_LEDGER_ENDS = ("-wal", "-shm", "-journal", "-runs")


def expect_free(
    outputs: Iterable[Name],
    force: bool,
    *,
    ledger: Name | None = None,
    inputs: Iterable[Name] = (),
    hint: str = "--force replaces it",
) -> None:
    """Check before a run that its outputs can be written: an existing file only with ``force``,
    and never a ledger, one of ``inputs``, or another of the outputs. Raises OSError, InputError.
    """
    read = list(inputs)
    targets = set()
    for output in outputs:
        name = os.fspath(output)
        _expect_unused(name, ledger, read)
        status = _status(name)
        if status is not None and stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(f"cannot write {name}: it is a folder")
        if status is not None and _is_direct(status):
            continue
        if status is not None:
            _expect_no_ledger(name)
            if not force:
                raise ExistingFileError(f"{name} exists; {hint}")
        target = os.path.realpath(name)
        folder = os.path.dirname(target)
        if not os.path.isdir(folder):
            raise MissingFileError(f"cannot write {name}: no such folder")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(f"cannot write {name}: {os.strerror(errno.EACCES)}")
        if target in targets:
            raise ExistingFileError(f"cannot write {name}: this command writes it twice")
        targets.add(target)


@contextlib.contextmanager
def opened(path: Name, replace: bool = True) -> Iterator[BinaryIO]:
    """A file that takes its place at the end of the block, and is dropped after an exception.

    A replaced file keeps its mode. Symbolic links are followed. Devices, pipes and the standard
    streams are written directly. Raises OSError with the name of the output; ExistingFileError for
    a ledger, and without ``replace`` for any file.
    """
    name = os.fspath(path)
    target = os.path.realpath(name)
    unfinished = None
    with named(name):
        status = _status(name)
        if status is not None and _is_direct(status):
            file = _open_directly(name, status)
        else:
            if status is not None:
                _expect_no_ledger(name)
                if not replace:
                    raise _made_meanwhile(name)
            file, unfinished = _open_temporary(os.path.dirname(target))
    try:
        with named(name):
            if unfinished is not None and status is not None:
                _take_mode(file.fileno(), status)
        yield file
        with named(name):
            file.flush()
            if unfinished is not None:
                os.fsync(file.fileno())
            file.close()
            if unfinished is not None and (replace or not _has_linked(unfinished, target, name)):
                os.replace(unfinished, target)
                unfinished = None
    finally:
        with contextlib.suppress(OSError):
            file.close()
        if unfinished is not None:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(unfinished)


def make_folder(path: Name) -> None:
    """Create a folder and its parents, unless they exist. Raises NotADirectoryError for a file in
    its place.
    """
    name = os.fspath(path)
    try:
        os.makedirs(name, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        while name and not os.path.lexists(name):
            name = os.path.dirname(name)
        raise NotADirectoryError(f"{name} is a file, expected a folder") from None


def write(path: Name, content: str | bytes, replace: bool = True) -> None:
    """Write a file as ``opened`` does."""
    data = content.encode() if isinstance(content, str) else content
    with opened(path, replace) as file, named(path):
        file.write(data)


@contextlib.contextmanager
def named(path: Name) -> Iterator[None]:
    """Name the output in errors of the system, not its temporary file."""
    try:
        yield
    except OSError as error:
        if error.errno is None:  # it has a text of its own
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def is_same_file(a: Name, b: Name) -> bool:
    """Whether two paths lead to the same file, which need not exist yet."""
    first, second = _status(a), _status(b)
    if first is not None and second is not None:
        return os.path.samestat(first, second)
    return first is second and os.path.realpath(a) == os.path.realpath(b)


def is_database(path: Name) -> bool:
    """Whether the file is an SQLite database, as ledgers are."""
    return _core.is_database(os.fsencode(path))


def _expect_unused(name: str, ledger: Name | None, inputs: Iterable[Name]) -> None:
    """Refuse names that are not files, the files of the ledger, and the inputs."""
    if not name:
        raise InputError("an output file needs a name")
    if name == "-":
        raise InputError("cannot write -: expected the name of a file, e.g. /dev/stdout or ./-")
    if ledger is not None and is_same_file(name, ledger):
        raise ExistingFileError(f"cannot write {name}: it is the ledger")
    for each in inputs:
        if is_same_file(name, each):
            raise ExistingFileError(f"cannot write {name}: this command also reads it")
    for end in _LEDGER_ENDS:
        owner = name.removesuffix(end)
        if owner in ("", name):
            continue
        if is_database(owner) or (ledger is not None and is_same_file(owner, ledger)):
            raise ExistingFileError(f"cannot write {name}: it belongs to the ledger {owner}")


def _expect_no_ledger(name: str) -> None:
    if is_database(name):
        raise ExistingFileError(f"cannot write {name}: it is a ledger, which is never overwritten")


def _status(path: Name) -> os.stat_result | None:
    """The status of a file; None if there is no file."""
    try:
        return os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _standard_stream(status: os.stat_result) -> int | None:
    """The standard stream that is this file, as /dev/stdout redirected to a file; else None."""
    for stream in (1, 2):
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(stream), status):
                return stream
    return None


def _is_direct(status: os.stat_result) -> bool:
    return not stat.S_ISREG(status.st_mode) or _standard_stream(status) is not None


def _open_directly(name: str, status: os.stat_result) -> BinaryIO:
    if not stat.S_ISREG(status.st_mode):
        return os.fdopen(os.open(name, os.O_WRONLY | os.O_NOCTTY), "wb")
    stream = _standard_stream(status)
    assert stream is not None  # as in _is_direct
    print(end="", flush=True)
    return os.fdopen(os.dup(stream), "wb")


def _open_temporary(folder: str) -> tuple[BinaryIO, str]:
    for attempt in itertools.count():
        path = os.path.join(folder, f".carrack.tmp-{os.getpid()}-{attempt}")
        with contextlib.suppress(FileExistsError):
            return open(path, "xb"), path
    raise AssertionError


def _take_mode(descriptor: int, replaced: os.stat_result) -> None:
    """Give a file the mode, and the owner if permitted, of the one that it replaces."""
    with contextlib.suppress(OSError):
        os.fchown(descriptor, replaced.st_uid, replaced.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(replaced.st_mode))


def _has_linked(unfinished: str, target: str, name: str) -> bool:
    """Put a file in its place unless there is one now. False if the file system has no links."""
    try:
        os.link(unfinished, target)  # unlike os.replace, this does not overwrite
    except OSError as error:
        has_links = error.errno not in (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS)
        if error.errno == errno.EEXIST or (not has_links and os.path.lexists(target)):
            raise _made_meanwhile(name) from None
        if has_links:
            raise
        return False
    return True


def _made_meanwhile(name: str) -> ExistingFileError:
    return ExistingFileError(f"cannot write {name}: a file with this name was created meanwhile")
