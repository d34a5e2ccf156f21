/**
 * The sources that an operator permits: public hosts over https, repositories on this disk, this machine (also over http), and
 * hosts with private addresses.
 */
export type AllowedSources = ReadonlySet<'https' | 'file' | 'loopback' | 'private'>;
