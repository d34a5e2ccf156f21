import {
  entryOf,
  mapsBelow,
  textOf,
  textsBelow,
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

/** Returns the rules of security groups in a template that open an internal port to everybody. */
export const openTemplateRules = (stated: readonly ConfigNode[]): Spot[] =>
  stated
    .flatMap(mapsBelow)
    .filter(
      (rule) =>
        isAnyProtocol(textOf(valueAt(rule, 'IpProtocol'))) ||
        opensInternalPort(textOf(valueAt(rule, 'FromPort')), textOf(valueAt(rule, 'ToPort'))),
    )
    .flatMap((rule) =>
      ['CidrIp', 'CidrIpv6']
        .flatMap((key) => entryOf(rule, key) ?? [])
        // A function may give any of the texts in it: a branch, or what it substitutes in.
        .filter(({ value }) => textsBelow(value).some((text) => isAnyAddress(text.value)))
        .slice(0, 1),
    );
