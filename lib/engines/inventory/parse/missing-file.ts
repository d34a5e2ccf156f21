import { UnreadableFile } from './unreadable-file.ts';

/** Thrown for a file that does not exist. */
export class MissingFile extends UnreadableFile {}
