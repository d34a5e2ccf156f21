import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolAnswer } from '#test/corpora/versions/tool-answers.ts';
import { systemVersions } from './versions.ts';

const rows = JSON.parse(readFileSync(join(import.meta.dirname, 'answers.json'), 'utf8')) as Record<
  keyof typeof systemVersions,
  string[]
>;

/** Returns what a distribution's tool says of each pair of versions; null where it refuses one of them. */
export const systemAnswers = (tool: keyof typeof systemVersions): ToolAnswer[] => {
  const versions = systemVersions[tool];
  return versions.flatMap((a, i) =>
    versions.map((b, j): ToolAnswer => {
      const at = '<=>'.indexOf(rows[tool][i]![j]!);
      return { a, b, sign: at === -1 ? null : ((at - 1) as -1 | 0 | 1) };
    }),
  );
};
