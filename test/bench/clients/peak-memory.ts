import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '#test/support/cli/loopback.ts';
import { json, scriptedService } from '#test/support/cli/scripted-service.ts';
import { hostileSbom, largestBody, packageLockOf, sbomOf } from '../memory/bodies.ts';
import type { Figure } from '../figures.ts';

/** The largest file that the command line takes. */
const fileBytes = 10_485_760;
const probe = join(import.meta.dirname, '../cli-probe.mjs');
const uploadPath = '/uploads/1';

/** An incompressible text, with a given character after every 88. */
const incompressible = (sign: string): string => {
  const lines: string[] = [];
  const lineBytes = 88 + Buffer.byteLength(sign);
  for (let at = 0; at < Math.floor(fileBytes / lineBytes); at += 1)
    lines.push(createHash('sha512').update(String(at)).digest('base64') + sign);
  return lines.join('');
};

/** A lockfile as npm writes it, of the largest size. */
const npmLockfile = (): string =>
  JSON.parse(
    largestBody(packageLockOf, fileBytes, (given) => Buffer.byteLength(JSON.parse(given) as string)),
  ) as string;

const files: readonly [what: string, flag: 'lockfile' | 'sbom', content: () => string][] = [
  ['lockfile of npm', 'lockfile', npmLockfile],
  ['lockfile that does not compress', 'lockfile', () => incompressible('')],
  ['the same, with characters of two bytes', 'lockfile', () => incompressible('é')],
  ['the same, with characters of three bytes', 'lockfile', () => incompressible('漢')],
  ['the same, of characters of three bytes alone', 'lockfile', () => '漢字仮名'.repeat(fileBytes / 12)],
  ['SBOM', 'sbom', () => largestBody(sbomOf, fileBytes)],
  ['SBOM of small objects', 'sbom', () => hostileSbom(fileBytes)],
];

const service = (url: () => string) =>
  scriptedService({
    answers: {
      'POST /v1/uploads': () =>
        json(
          {
            uploadId: 'u1',
            url: `${url()}${uploadPath}`,
            method: 'PUT',
            headers: {},
            expiresAt: '2026-03-01T12:00:00.000Z',
          },
          201,
        ),
      [`PUT ${uploadPath}`]: () => new Response(''),
    },
  });

/** Scans one file by the installed command line. @returns the largest memory of the process, in MB. */
const peakOf = async (launcher: string, flag: string, file: string): Promise<number> => {
  let url = '';
  const server = await listenOnLoopback(service(() => url).fetch);
  url = server.url;
  const target = ['--repository', 'acme/shop', '--commit', 'c'.repeat(40), '--unit', '.', '--url', url];
  const child = spawn(process.execPath, ['--import', probe, launcher, 'scan', `--${flag}`, file, ...target], {
    env: { PATH: process.env['PATH'], SCANGATE_TOKEN: 'sgs_bench' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const log = await text(child.stderr);
  server.close();
  if ((await ended) !== 0) throw new Error(`the scan of ${file} ended with ${child.exitCode}: ${log}`);
  const { peakMegabytes } = JSON.parse(log.slice(log.lastIndexOf('\n') + 1)) as { peakMegabytes: number };
  return Math.round(peakMegabytes);
};

/** Measures the memory of the command line with the largest files that it takes. */
export const peakMemoryFigures = async (launcher: string): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'scangate-bench-'));
  const section = 'Clients: peak memory with files of 10 MB';
  try {
    const figures: Figure[] = [];
    for (const [what, flag, content] of files) {
      const file = join(folder, flag === 'sbom' ? 'bom.json' : 'package-lock.json');
      writeFileSync(file, content());
      figures.push({ section, what, unit: 'MB', value: await peakOf(launcher, flag, file), limit: 160 });
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
