import type { Rule } from '@scangate/engines/sast/rule';
import { method } from './samples.ts';

export const javaJmsObject: Rule = {
  id: 'java-jms-object',
  cwe: 'CWE-502',
  severity: 'medium',
  title: 'Object read from a message',
  message:
    'A JMS object message is deserialized when its object is read: anyone who can send to the queue chooses which classes are created.',
  help: 'Send text (JSON) and parse it into a fixed class, or restrict the trusted packages of the connection factory.',
  calls: [
    {
      call: [
        'ObjectMessage.getObject',
        '{objectMessage,objMessage,objMsg}.getObject',
        'ActiveMQObjectMessage.getObject',
      ],
    },
    { call: ['Message.getBody'], when: ({ args: [type] }) => /Serializable|Object\b/.test(type?.path ?? '') },
  ],
  positives: [
    method(
      '    ObjectMessage text = (ObjectMessage) message;\n    Object order = text.getObject(); // HERE',
      'Message message',
    ),
    method('    Object order = ((ObjectMessage) message).getObject(); // HERE', 'Message message'),
  ],
  negatives: [
    method('    String text = ((TextMessage) message).getText();', 'Message message'),
    method('    Object order = holder.getObject();', 'Holder holder'),
  ],
};
