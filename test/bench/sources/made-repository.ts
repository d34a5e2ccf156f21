import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';

/** A commit of equal files: so many of so many bytes, a thousand in each folder. */
export interface MadeCommit {
  files: number;
  fileBytes: number;
}

const perFolder = 1_000;
const filesAtOnce = 1_000;

/** Yields what `git fast-import` makes a commit of; no two files are equal, and none can be compressed. */
function* streamOf({ files, fileBytes }: MadeCommit): Generator<Buffer> {
  yield Buffer.from('commit refs/heads/main\ncommitter a <a@example.com> 0 +0000\ndata 1\nm\n');
  const noise = randomBytes(fileBytes);
  let parts: Buffer[] = [];
  for (let file = 0; file < files; file += 1) {
    const content = Buffer.from(noise);
    content.write(file.toString(36).padStart(6, '0'));
    const path = `folder${Math.floor(file / perFolder)}/file${file}.bin`;
    parts.push(Buffer.from(`M 100644 inline ${path}\ndata ${fileBytes}\n`), content, Buffer.from('\n'));
    if (parts.length < filesAtOnce && fileBytes * parts.length < 1024 * 1024) continue;
    yield Buffer.concat(parts);
    parts = [];
  }
  yield Buffer.concat([...parts, Buffer.from('\n')]);
}

/** Makes a repository of one commit with stock git. @returns the hash of the commit. */
export const makeRepository = async (directory: string, commit: MadeCommit): Promise<string> => {
  const path = join(directory, 'repo');
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', path]);
  // Nothing can be compressed, so git is not to try.
  const settings = [
    '-c',
    'core.compression=0',
    '-c',
    'pack.compression=0',
    '-c',
    'core.bigFileThreshold=512k',
  ];
  const git = spawn('git', ['-C', path, ...settings, 'fast-import', '--quiet', '--depth=0'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(git, 'close');
  for (const part of streamOf(commit)) if (!git.stdin.write(part)) await once(git.stdin, 'drain');
  git.stdin.end();
  const [code] = (await ended) as [number];
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
  return execFileSync('git', ['-C', path, 'rev-parse', 'refs/heads/main'], { encoding: 'utf8' }).trim();
};
