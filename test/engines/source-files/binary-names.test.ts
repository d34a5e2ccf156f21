import { expect, test } from 'vitest';
import { textKind } from '@scangate/engines/import-usage/other-texts';
import { binaryExtensions, isNamedBinary } from '@scangate/engines/source-files/binary-names';

test('what the search for secrets takes as binary by name holds what the analysis of usage takes as such', () => {
  for (const extension of binaryExtensions) {
    expect(isNamedBinary(`a/b.${extension}`)).toBe(true);
    expect(isNamedBinary(`a/B.${extension.toUpperCase()}`)).toBe(true);
    expect(textKind(`a/b.${extension}`)).toBe('binary');
  }
});

test.each(['app.jar', 'a.whl', 'a.nupkg', 'a.deb', 'a.rpm', 'a.apk'])(
  '%s is binary by name, and never taken as a file that uses no package',
  (name) => {
    expect(isNamedBinary(name)).toBe(true);
    expect(textKind(name)).not.toBe('binary');
  },
);

test.each(['bin', 'lib/so', 'a.b/dat', 'config.yml', 'a.zip.txt'])('%s is not binary by name', (path) => {
  expect(isNamedBinary(path)).toBe(false);
});
