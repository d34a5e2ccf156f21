/** The directory of a path: '' or ending with a slash. */
export const directoryOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Another file in the same directory. */
export const siblingPath = (path: string, name: string): string => `${directoryOf(path)}${name}`;
