import { wireSlack } from '#runtime/wire/providers.ts';
import type { SenderPorts } from '../senders.ts';
import { senderOfChat } from './chat.ts';

export const slackSender = async (ports: SenderPorts) => senderOfChat(ports, await wireSlack());
