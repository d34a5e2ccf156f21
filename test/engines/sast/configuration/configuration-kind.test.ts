import { expect, test } from 'vitest';
import { configurationKinds } from '@scangate/engines/sast/configuration/configuration-kind';
import { unitOf, weaknessesIn } from '../scan-code.ts';

const manifest = `apiVersion: v1
kind: Pod
metadata: { name: a }
spec:
  containers:
    - name: a
      image: example.com/a:1.2.3
      securityContext: { privileged: true }
`;
const json = JSON.stringify({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a' },
  spec: { containers: [{ name: 'a', image: 'example.com/a:1', securityContext: { privileged: true } }] },
});
const template = `{"Resources": {"A": {"Type": "AWS::EC2::SecurityGroup", "Properties": {"SecurityGroupIngress": [
  {"IpProtocol": "tcp", "FromPort": 22, "ToPort": 22, "CidrIp": "0.0.0.0/0"}]}}}}`;

const rulesIn = (path: string, text: string): string[] =>
  weaknessesIn({ [path]: text }).map(({ rule }) => rule);

test.each([
  ['a.yaml', manifest, manifest.replace('apiVersion', String.raw`"api\x56ersion"`)],
  ['a.yml', manifest, manifest.replace('kind', String.raw`"\U0000006bind"`)],
  ['a.json', json, json.replace('apiVersion', String.raw`\u0061piVersion`)],
  ['a.JSON', json, json],
  ['a.json', template, template.replace('AWS::', String.raw`AWS\u003a\u003a`)],
  ['a.template', template, template.replace('Resources', String.raw`R\u0065sources`)],
])('escapes in the keys of %s hide nothing', (path, plain, escaped) => {
  const expected = rulesIn(path.toLowerCase(), plain);
  expect(expected.length).toBeGreaterThan(0);
  expect(rulesIn(path, escaped)).toEqual(expected);
});

test('an explicit key may go on in the next line', () => {
  const files = unitOf({ 'a.yaml': '? "api\\\n  Version"\n: v1\nkind: Pod\n' });
  expect([...configurationKinds(files)]).toEqual([['a.yaml', 'kubernetes']]);
});

test('documents with other escapes are of no kind', () => {
  const files = unitOf({
    'a.json': String.raw`{"a": "\u0061", "b": "\\ud800", "c": "\UFFFFFFFF"}`,
    'b.yaml': String.raw`a: "\x41\UFFFFFFFF"`,
  });
  expect([...configurationKinds(files)]).toEqual([]);
});
