import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedPom } from '@scangate/engines/model/poms/published-poms';

/** The number of generated projects that Maven was asked about. */
export const generatedCount = 140;

const entriesOf = <T>(name: string): [string, T][] =>
  readFileSync(join(import.meta.dirname, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as [string, T]);

/** The trees of Maven by the name of a case, and then by the path of a project. */
export const mavenAnswers = (): Map<string, Record<string, string[]>> =>
  new Map(entriesOf<Record<string, string[]>>('answers.jsonl'));

/** The poms of Debian that the cases about its artifacts need, by `group:artifact:version`. */
export const debianPoms = (): Map<string, PublishedPom> =>
  new Map(entriesOf<PublishedPom>('debian-poms.jsonl'));
