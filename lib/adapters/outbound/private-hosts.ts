import { outboundPurposes, type OutboundPurpose } from '#ports/outbound.ts';

/** The hosts with private addresses, or of this machine, that the setting `privateHosts` permits for a purpose. */
export type PrivateHosts = ReadonlySet<`${OutboundPurpose}:${string}`>;

/** Reads the comma-separated list of PRIVATE_HOSTS. @throws Error that names an unknown purpose. */
export const readPrivateHosts = (list = ''): PrivateHosts => {
  const words = list.split(',').flatMap((word) => word.trim().toLowerCase() || []);
  return new Set(
    words.map((word) => {
      const [name, ...rest] = word.split(':');
      const purpose = outboundPurposes.find((known) => known === name);
      const hostname = rest.join(':');
      if (!purpose || hostname === '')
        throw new Error(
          `PRIVATE_HOSTS takes ${outboundPurposes.join(', ')}, each with a host, but not "${word}"`,
        );
      return `${purpose}:${hostname}` as const;
    }),
  );
};
