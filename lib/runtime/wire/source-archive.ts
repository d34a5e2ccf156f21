import { tarSourceArchive } from '#adapters/source-archive/source-archive.ts';
import type { SourceArchive } from '#ports/source-archive.ts';

export const wireSourceArchive = (): SourceArchive => tarSourceArchive;
