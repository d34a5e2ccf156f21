import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PathsByEnd } from '@scangate/engines/inventory/build-settings/paths-by-end';

test('the paths with an end are those that are it, or have it after a slash', () => {
  const name = fc.constantFrom('a', 'b', 'ab', 'a.b', 'é', '😀');
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 30 }), fc.array(path, { maxLength: 10 }), (paths, ends) => {
      const byEnd = new PathsByEnd(paths);
      for (const end of [...ends, ...ends]) {
        const expected = paths.filter((each) => each === end || each.endsWith(`/${end}`));
        expect(byEnd.find(end).toSorted()).toEqual(expected.toSorted());
      }
    }),
  );
});
