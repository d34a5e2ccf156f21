/**
 * Asks dpkg and rpm for the order of versions, and stores their answers for the tests (`npm run corpora`). It needs
 * both tools on the path; `RPM` names another rpm.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemVersions } from './versions.ts';

const signs = ['<', '=', '>'];

const dpkgRow = (a: string, versions: readonly string[]): string => {
  const script = versions
    .map(
      (_, at) =>
        `b="$${at + 2}"; if dpkg --compare-versions "$1" lt "$b"; then printf '<'; elif dpkg --compare-versions "$1" eq "$b"; then printf '='; else printf '>'; fi`,
    )
    .join('\n')
    .replaceAll(/\$(\d{2,})/g, '$${$1}');
  return execFileSync('sh', ['-c', script, 'sh', a, ...versions], { encoding: 'utf8' });
};

const rpmRow = (a: string, versions: readonly string[]): string => {
  const calls = versions.map((b) => `io.write(rpm.vercmp("${a}","${b}"), " ")`).join(' ');
  const answer = execFileSync(process.env['RPM'] ?? 'rpm', ['--eval', `%{lua:${calls}}`], {
    encoding: 'utf8',
  });
  return answer
    .trim()
    .split(/\s+/)
    .map((sign) => signs[Number(sign) + 1])
    .join('');
};

const answers = {
  dpkg: systemVersions.dpkg.map((a) => dpkgRow(a, systemVersions.dpkg)),
  rpm: systemVersions.rpm.map((a) => rpmRow(a, systemVersions.rpm)),
};
writeFileSync(join(import.meta.dirname, 'answers.json'), `${JSON.stringify(answers, null, 2)}\n`);
