/** Writes docs/reference from the tables; a test fails when a page is not what the tables say. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { referencePages } from '#infra/reference/reference-pages.ts';

const folder = join('docs', 'reference');
mkdirSync(folder, { recursive: true });
for (const [file, text] of Object.entries(referencePages())) writeFileSync(join(folder, file), text);
