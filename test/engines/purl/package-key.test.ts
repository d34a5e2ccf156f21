import { expect, test } from 'vitest';
import { keyOfPackage, packageKeyOf } from '@scangate/engines/purl/package-key';

test('all spellings of a package that its registry treats as equal have one key', () => {
  const keys = ['Flask_SQLAlchemy', 'flask-sqlalchemy', 'flask.sqlalchemy'].map((name) =>
    keyOfPackage('PyPI', name),
  );
  expect(new Set(keys)).toEqual(new Set(['pkg:pypi/flask-sqlalchemy']));
  expect(keyOfPackage('Go', 'std')).toBe(keyOfPackage('Go', 'stdlib'));
  expect(keyOfPackage('Maven', 'org.apache:commons')).toBe('pkg:maven/org.apache/commons');
  expect(keyOfPackage('npm', '@acme/tool')).toBe('pkg:npm/%40acme/tool');
});

test('the key of a component has no version, qualifiers or subpath', () => {
  const component = { name: 'curl', purl: 'pkg:deb/debian/curl@7.50.3-1?arch=i386#doc' };
  expect(packageKeyOf(component)).toBe('pkg:deb/debian/curl');
  expect(packageKeyOf({ ecosystem: 'npm', name: 'left', purl: 'pkg:npm/left@1' })).toBe('pkg:npm/left');
});

test('a local package, one without a package URL, and a name that is too long for a key have none', () => {
  expect(packageKeyOf({ ecosystem: 'npm', name: 'left', local: true })).toBeUndefined();
  expect(packageKeyOf({ name: 'left' })).toBeUndefined();
  expect(packageKeyOf({ name: 'x', purl: 'not a purl' })).toBeUndefined();
  expect(keyOfPackage('npm', 'x'.repeat(2_000))).toBeUndefined();
});
