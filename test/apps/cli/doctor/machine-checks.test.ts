import { expect, test } from 'vitest';
import { nodeCheck } from '@scangate/cli/doctor/machine-checks';

const looked = (version: string) => nodeCheck(version).run(undefined as never, {});

test.each(['22.21.0', '22.30.1', '24.0.0', '100.0.0'])('Node %s is new enough', (version) => {
  expect(looked(version)).toEqual({ detail: version });
});

test.each(['18.20.0', '20.99.0', '22.9.0', '22.20.9'])('Node %s is too old', (version) => {
  expect(() => looked(version)).toThrow(
    expect.objectContaining({ exitCode: 6, message: expect.stringContaining('22.21') }),
  );
});
