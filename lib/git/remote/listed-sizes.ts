import type { HttpSession } from './http-session.ts';
import { flushPacket, packetLine } from './packet-line.ts';
import { commandHeader, linesOf, sendCommand, type RemoteRepository } from './upload-pack.ts';

const idsPerRequest = 10_000;
/** An id and a number fit into a line of this size. */
const lineBytes = 128;
const sizeLine = /^([0-9a-f]{40,64}) (\d{1,15})$/;

/** Whether the host tells the sizes of files without sending them. */
const tellsSizes = ({ version, capabilities }: RemoteRepository): boolean =>
  version === 2 && capabilities.has('object-info');

const sizesOf = async (
  session: HttpSession,
  remote: RemoteRepository,
  ids: readonly string[],
): Promise<[id: string, bytes: number][]> => {
  const lines = ['size', ...ids.map((id) => `oid ${id}`)];
  const body = commandHeader('object-info', remote) + lines.map(packetLine).join('') + flushPacket;
  const packets = await sendCommand(session, remote, { body, maxBytes: (ids.length + 16) * lineBytes });
  const sizes: [string, number][] = [];
  for await (const batch of packets)
    for (const line of linesOf(batch)) {
      const [, id, bytes] = sizeLine.exec(line) ?? [];
      if (id !== undefined) sizes.push([id, Number(bytes)]);
    }
  return sizes;
};

/**
 * Asks a host for the sizes of files. @returns them by id; undefined for a host that does not tell them all.
 * @throws the abort reason of the session.
 */
export const listedSizes = async (
  session: HttpSession,
  remote: RemoteRepository,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number> | undefined> => {
  if (!tellsSizes(remote)) return undefined;
  const sizes = new Map<string, number>();
  try {
    for (let from = 0; from < ids.length; from += idsPerRequest)
      for (const [id, bytes] of await sizesOf(session, remote, ids.slice(from, from + idsPerRequest)))
        sizes.set(id, bytes);
  } catch {
    // The sizes only refuse earlier what is refused anyway.
    session.signal.throwIfAborted();
    return undefined;
  }
  return ids.every((id) => sizes.has(id)) ? sizes : undefined;
};
