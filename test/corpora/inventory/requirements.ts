import type { InventoryCase } from './inventory-case.ts';

const pip = (
  name: string,
  text: string,
  expected: string[],
  more: Record<string, string> = {},
): InventoryCase => ({
  name,
  unitType: 'pypi',
  files: { 'requirements.txt': text, ...more },
  expected: expected.map((line) => (line.startsWith('local:') ? line : `pkg:pypi/${line}`)),
});

export const cases: InventoryCase[] = [
  pip('a pinned package', 'requests==2.31.0\n', ['requests@2.31.0 required direct']),
  pip('names are normalized', 'Flask_SQLAlchemy==3.0.0\nzope.interface==6.0\n', [
    'flask-sqlalchemy@3.0.0 required direct',
    'zope-interface@6.0 required direct',
  ]),
  pip('extras and markers', 'uvicorn[standard]==0.27.0 ; python_version >= "3.8"\n', [
    'uvicorn@0.27.0 required direct',
  ]),
  pip('comments, blank lines, and a trailing comment', '# web\n\ndjango==4.2.1  # pinned\n', [
    'django@4.2.1 required direct',
  ]),
  pip('three equals signs', 'a===1.0\n', ['a@1.0 required direct']),
  pip(
    'hashes on continued lines',
    'six==1.16.0 \\\n    --hash=sha256:8abb2f1d86890a2dfb989f9a77cfcfd3e47c2a354b01111771326f8aa26e0254\n',
    ['six@1.16.0 required direct'],
  ),
  pip('an included file', '-r base.txt\nb==2.0\n', ['a@1.0 required direct', 'b@2.0 required direct'], {
    'base.txt': 'a==1.0\n',
  }),
  pip(
    'files that include each other',
    '-r base.txt\nb==2.0\n',
    ['a@1.0 required direct', 'b@2.0 required direct'],
    {
      'base.txt': '-r requirements.txt\na==1.0\n',
    },
  ),
  pip(
    'options are not packages',
    '--index-url https://pypi.example.com/simple\n--no-binary :all:\na==1.0\n',
    ['a@1.0 required direct'],
  ),
  pip('spaces around the sign', 'a == 1.0\n', ['a@1.0 required direct']),
  pip('Windows line endings', 'a==1.0\r\nb==2.0\r\n', ['a@1.0 required direct', 'b@2.0 required direct']),
  pip('a byte order mark', '\ufeffa==1.0\n', ['a@1.0 required direct']),
];
