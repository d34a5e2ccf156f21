import { UnreadableFile } from './unreadable-file.ts';

/** Thrown for a file that is not there. */
export class MissingFile extends UnreadableFile {}
