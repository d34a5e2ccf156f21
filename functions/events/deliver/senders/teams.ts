import { wireTeams } from '#runtime/wire/providers.ts';
import type { SenderPorts } from '../senders.ts';
import { senderOfChat } from './chat.ts';

export const teamsSender = async (ports: SenderPorts) => senderOfChat(ports, await wireTeams());
