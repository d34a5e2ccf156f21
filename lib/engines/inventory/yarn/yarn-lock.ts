import { parseYamlStream } from '../parse/parse-document.ts';
import type { LockfileReader } from '../lockfile-reader.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { readYarnBerry } from './yarn-berry-lock.ts';
import { readYarnClassic } from './yarn-classic-lock.ts';

/** Reads yarn.lock of Yarn 1 (its own format) and of Yarn 2 and later (YAML with `__metadata`). */
export const readYarnLock: LockfileReader = (input) => {
  if (!/^__metadata:/m.test(input.text)) return readYarnClassic(input);
  const [document, more] = parseYamlStream(input.text);
  if (!document || more) throw new UnreadableFile('it is not one YAML document');
  return readYarnBerry(document, input);
};
