import { expect, test } from 'vitest';
import { sandboxBeside } from '#adapters/sandbox/open-sandbox.ts';
import { sandboxedDetector } from '#adapters/sandbox/source-detector.ts';
import { tarSourceArchive } from '#adapters/source-archive/source-archive.ts';
import { detectFindings } from '@scangate/engines/detect-findings';
import { unitOf } from '#test/engines/source-unit.ts';

const detector = sandboxedDetector(
  sandboxBeside(import.meta.url, {
    name: 'fetch-source',
    source: 'functions/workflow/fetch-source/sandbox.ts',
  }),
);

test('a sandbox detects the same in files as this process', async () => {
  const files = unitOf({
    'src/index.js': 'import { exec } from "child_process";\napp.get("/", (req) => exec(req.query.a));\n',
    /** Concatenated, so that no secret scanner reports this file. */
    'test/config.txt': `AKIA${'QWERTYUIOPASDFGH'} # scangate:allow aws-access-key-id of a test\n`,
  });
  const packed = { paths: files.entries.map(({ path }) => path), read: files.read };
  const archive = tarSourceArchive.pack({ ...packed, relative: (path) => path }, []);
  const question = { scanTypes: ['secrets', 'sast'] as const, lineKey: 'key' };
  const detected = await detector.detect(archive, question, new AbortController().signal);
  expect(detected).toEqual(await detectFindings(files, question));
  expect(detected).toMatchObject({
    complete: true,
    detections: [
      { kind: 'secret', file: 'test/config.txt', sample: true, allowed: true },
      { kind: 'code', rule: 'js-command-injection', file: 'src/index.js', origin: expect.any(String) },
    ],
  });
});
