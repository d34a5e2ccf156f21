import {
  entriesOf,
  entryOf,
  mapsBelow,
  textOf,
  valueAt,
  type ConfigNode,
  type Spot,
} from '../config-node.ts';

/** Ports of administration, databases and internal services, which nobody means to expose to the internet. */
const internalPorts = [
  20, 21, 22, 23, 135, 137, 139, 445, 1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5601, 5900,
  5984, 6379, 7000, 7001, 8020, 9042, 9092, 9200, 9300, 10250, 11211, 27017, 27018,
];

/** Tells whether a CIDR range is so wide that it covers large parts of the internet, in any notation. */
export const isAnyAddress = (range: string): boolean =>
  /^(?:[\d.]{1,20}\/0{0,3}[0-7]|(?!f[cd])[\da-f:]{1,50}\/0{0,3}[0-7]|\*|Internet|Any)$/i.test(range.trim());

/** Tells whether a port range includes an internal port. A value that is not a number is unknown and opens nothing. */
export const opensInternalPort = (from: string, to: string): boolean => {
  if (!/^\d{1,5}$/.test(from) || !/^\d{1,5}$/.test(to)) return false;
  return internalPorts.some((port) => Number(from) <= port && port <= Number(to));
};

export const isAnyProtocol = (protocol: string): boolean => /^(?:-1|all|\*)$/i.test(protocol);

const maxParts = 200;

/** Returns whether an address may be any: a function may give each text in it. Of more parts than people write, any may be. */
const mayBeAnyAddress = (value: ConfigNode): boolean => {
  const open: ConfigNode[] = [value];
  for (let visited = 0; visited <= maxParts; visited += 1) {
    const node = open.pop();
    if (node === undefined) return false;
    if (node.kind === 'text' && isAnyAddress(node.value)) return true;
    const below = node.kind === 'list' ? node.items : entriesOf(node).map((entry) => entry.value);
    for (const part of below.slice(0, maxParts)) open.push(part);
  }
  return true;
};

/** Returns the rules of security groups in a template that open an internal port to everybody. */
export const openTemplateRules = (stated: readonly ConfigNode[]): Spot[] =>
  mapsBelow(stated)
    .filter(
      (rule) =>
        isAnyProtocol(textOf(valueAt(rule, 'IpProtocol'))) ||
        opensInternalPort(textOf(valueAt(rule, 'FromPort')), textOf(valueAt(rule, 'ToPort'))),
    )
    .flatMap((rule) =>
      ['CidrIp', 'CidrIpv6']
        .flatMap((key) => entryOf(rule, key) ?? [])
        .filter(({ value }) => mayBeAnyAddress(value))
        .slice(0, 1),
    );
