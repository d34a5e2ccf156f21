import { asList, member } from '@scangate/engines/inventory/parse/untrusted-value';
import { nameAt, textAt, textsIn, type ListedDocument, type ListedPackage } from './listed-document.ts';

const sourceMembers = ['SrcName', 'SrcVersion', 'SrcRelease'] as const;

const numberAt = (value: unknown, key: string): number => {
  const found = member(value, key);
  return typeof found === 'number' && Number.isSafeInteger(found) && found > 0 ? found : 0;
};

const propertiesOf = (found: unknown): [string, string][] => {
  const texts = sourceMembers.flatMap((key): [string, string][] => {
    const text = textAt(found, key);
    return text === undefined ? [] : [[`aquasecurity:trivy:${key}`, text]];
  });
  const epoch = numberAt(found, 'SrcEpoch');
  return epoch === 0 ? texts : [...texts, ['aquasecurity:trivy:SrcEpoch', String(epoch)]];
};

const versionOf = (found: unknown): string | undefined => {
  const [version, release] = [textAt(found, 'Version'), textAt(found, 'Release')];
  const full = version !== undefined && release !== undefined ? `${version}-${release}` : version;
  const epoch = numberAt(found, 'Epoch');
  return full !== undefined && epoch > 0 ? `${epoch}:${full}` : full;
};

const idIn = (result: number, id: string): string => `${result}/${id}`;

const packageOf = (found: unknown, result: number, at: number): ListedPackage => {
  const licenses = textsIn(member(found, 'Licenses'));
  return {
    id: idIn(result, textAt(found, 'ID') ?? `package ${at + 1}`),
    name: nameAt(found, 'Name'),
    version: versionOf(found),
    purl: textAt(member(found, 'Identifier'), 'PURL', 4096),
    license: licenses.length > 1 ? licenses.map((each) => `(${each})`).join(' AND ') : licenses[0],
    ...(member(found, 'Dev') === true && { isDevelopment: true }),
    properties: propertiesOf(found),
  };
};

const systemOf = (document: unknown): ListedPackage[] => {
  const system = member(member(document, 'Metadata'), 'OS');
  const [name, version] = [textAt(system, 'Family'), textAt(system, 'Name')];
  if (name === undefined) return [];
  return [
    { id: `system ${name}`, name, ...(version !== undefined && { version }), type: 'operating-system' },
  ];
};

/** Reads a trivy report with all packages. Never throws. */
export const readTrivy = (document: unknown): ListedDocument => {
  const results = asList(member(document, 'Results')).map((result) => asList(member(result, 'Packages')));
  return {
    packages: [
      ...systemOf(document),
      ...results.flatMap((found, result) => found.map((each, at) => packageOf(each, result, at))),
    ],
    edges: results.flatMap((found, result) =>
      found.flatMap((each, at) => {
        const from = idIn(result, textAt(each, 'ID') ?? `package ${at + 1}`);
        return textsIn(member(each, 'DependsOn')).map((to) => [from, idIn(result, to)] as const);
      }),
    ),
  };
};
