// What a reader chooses or drops: files with their paths.

// Handed is a file, with its path from the folder that was chosen.
export interface Handed {
  readonly path: string;
  readonly file: File;
}

// litter is what systems and tools leave in folders; the league leaves it out as well, but it may be large.
const isLitter = (path: string): boolean => /(^|\/)(\.|__MACOSX\/|__pycache__\/|node_modules\/)/.test(path);

// chosen are the files of a field.
export function chosen(files: FileList | null): Handed[] {
  return [...(files ?? [])]
    .map((file) => ({ path: file.webkitRelativePath === "" ? file.name : file.webkitRelativePath, file }))
    .filter(({ path }) => !isLitter(path));
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

// inside returns what is in a folder. A browser gives it in parts.
async function inside(entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = entry.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) {
      return all;
    }
    all.push(...part);
  }
}

async function walk(entry: FileSystemEntry): Promise<Handed[]> {
  const path = entry.fullPath.replace(/^\//, "");
  if (isLitter(entry.isDirectory ? `${path}/` : path)) {
    return [];
  }
  if (entry.isFile) {
    return [{ path, file: await fileOf(entry as FileSystemFileEntry) }];
  }
  const all = await Promise.all((await inside(entry as FileSystemDirectoryEntry)).map(walk));
  return all.flat();
}

// dropped are the files and folders that were dropped.
export async function dropped(data: DataTransfer | null): Promise<Handed[]> {
  const given = [...(data?.items ?? [])].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const all = given.map(({ entry, file }) =>
    entry === null ? (file === null ? [] : [{ path: file.name, file }]) : walk(entry),
  );
  return (await Promise.all(all)).flat();
}

const most = 1 << 20; // bytes
const mostPackage = 256 << 20;

// packed is what is sent. Files are read at once, as they may change while the league is away; a package is signed.
export async function packed(files: Handed[], name: string): Promise<RequestInit> {
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  const [first] = files;
  if (first === undefined) {
    throw new Error("there is no file in it");
  }
  if (files.length === 1 && /^[^/]*\.bot$/i.test(first.path) && size <= mostPackage) {
    const called = `attachment; filename*=utf-8''${encodeURIComponent(first.path)}`;
    return { body: first.file, headers: { "Content-Type": "application/zip", "Content-Disposition": called } };
  }
  if (size > most) {
    throw new Error(`it has ${size} bytes; a league takes at most ${most}`);
  }
  const data = new FormData();
  data.append("name", name);
  for (const { path, file } of files) {
    data.append(`/${path}`, new Blob([await file.arrayBuffer()]), file.name);
  }
  return { body: data };
}
