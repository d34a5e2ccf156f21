import { expect, test } from 'vitest';
import { isBreaking, isPrerelease } from '@scangate/engines/advisor/breaking-change';

test.each([
  ['npm', '1.2.3', '1.9.0', false],
  ['npm', '1.2.3', '2.0.0', true],
  ['npm', '0.2.3', '0.2.9', false],
  ['npm', '0.2.3', '0.3.0', true],
  ['npm', '0.0.3', '0.0.4', true],
  ['crates.io', '0.0.3', '0.0.4', true],
  ['npm', '0.9.0', '1.0.0', true],
  ['Go', 'v0.17.0', 'v0.23.0', true],
  ['Go', 'v1.2.0', 'v1.9.0', false],
  ['Go', '1.21.3', '1.22.0', false],
  ['Go', 'v20.10.0+incompatible', 'v24.0.9+incompatible', true],
  ['PyPI', '3.2.25', '4.2.0', true],
  ['PyPI', '0.0.3', '0.0.4', false],
  ['PyPI', '2023.7.22', '2024.7.4', false],
  ['PyPI', '2.0', '1!2.0', true],
  ['Maven', '1.0-jre', '1.1-jre', false],
  ['npm', 'latest', '1.0.0', true],
] as const)('%s: %s → %s breaks: %s', (ecosystem, from, to, breaks) => {
  expect(isBreaking(ecosystem, from, to)).toBe(breaks);
});

test.each([
  ['npm', '1.0.0-rc.1', true],
  ['npm', '1.0.0+build-7', false],
  ['Go', 'v0.0.0-20200622213623-75b288015ac9', true],
  ['PyPI', '1.0rc1', true],
  ['PyPI', '1.0.dev3', true],
  ['PyPI', '1.0.post1', false],
  ['PyPI', '1.0a1', true],
  ['RubyGems', '1.0.0.beta2', true],
  ['RubyGems', '1.0.0', false],
  ['Maven', '1.0-SNAPSHOT', true],
  ['Maven', '1.0-M2', true],
  ['Maven', '32.0.0-jre', false],
  ['Maven', '5.0.0.Final', false],
] as const)('%s: %s is a pre-release: %s', (ecosystem, version, early) => {
  expect(isPrerelease(ecosystem, version)).toBe(early);
});
