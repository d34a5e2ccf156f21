/** The advisory of a vulnerability in minimist, fixed in 1.2.6. */
export const minimistAdvisory = {
  schema_version: '1.6.0',
  id: 'GHSA-xvch-5gv4-984h',
  modified: '2024-01-01T00:00:00Z',
  aliases: ['CVE-2021-44906'],
  summary: 'Prototype pollution in minimist',
  affected: [
    {
      package: { ecosystem: 'npm', name: 'minimist' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '1.0.0' }, { fixed: '1.2.6' }] }],
    },
  ],
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
};
const integrity = `sha512-${Buffer.alloc(64).toString('base64')}`;
/** The lockfile of a shop that depends on a version of minimist. */
export const shopLockfile = (version: string) =>
  JSON.stringify({
    name: 'shop',
    lockfileVersion: 3,
    packages: {
      '': { name: 'shop', dependencies: { minimist: '*' } },
      'node_modules/minimist': { version, license: 'MIT', integrity },
    },
  });
export const shopManifest = JSON.stringify({ name: 'shop', dependencies: { minimist: '*' } });
