import { expect, test, vi } from 'vitest';
import { log } from '#runtime/log.ts';

const written = (write: () => void): string[] => {
  const texts: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => texts.push(String(text)) > 0);
  write();
  vi.restoreAllMocks();
  return texts.join('').split('\n').slice(0, -1);
};

test('foreign text forges no second line, and controls no terminal', () => {
  const forged = 'x\n{"level":"error","message":"forged"}\r\u001b[2J\u2028';
  const lines = written(() => log.warn(forged, { reason: forged }));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^\P{Cc}+$/u);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', message: forged, reason: forged });
});

test('a line has its time in UTC', () => {
  const [line = ''] = written(() => log.info('something'));
  expect((JSON.parse(line) as { at: string }).at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test('a line below the log level of the deployment is not written', () => {
  vi.stubEnv('LOG_LEVEL', 'warn');
  expect(written(() => log.info('something'))).toEqual([]);
  expect(written(() => log.error('something'))).toHaveLength(1);
  vi.unstubAllEnvs();
});
