/** Returns the directory of a path: '' or a path with a trailing slash. */
export const directoryOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Returns the last segment of a path. */
export const baseNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the path of another file in the same directory. */
export const siblingPath = (path: string, name: string): string => `${directoryOf(path)}${name}`;

/** Returns the extension of a path in lower case, without its dot; the whole name when it has none. */
export const extensionOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase();
