import { basename } from 'node:path';

/** Recognizes a feed of NVD by its name, such as `nvdcve-2.0-2024.json.gz`. */
export const isNvdFeed = (path: string): boolean => /^nvdcve-.{1,100}\.json(?:\.gz)?$/i.test(basename(path));
