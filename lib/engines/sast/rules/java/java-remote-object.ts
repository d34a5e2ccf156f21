import type { Parameter } from '@scangate/engines/sast/ir';
import type { Rule } from '@scangate/engines/sast/rule';

const harmless =
  /^(?:boolean|byte|short|int|long|float|double|char|Boolean|Byte|Short|Integer|Long|Float|Double|Character|String|UUID)(?:\[\])*$/;

const takesObject = ({ type }: Parameter): boolean => type !== undefined && !harmless.test(type);

export const javaRemoteObject: Rule = {
  id: 'java-remote-object',
  cwe: 'CWE-502',
  severity: 'medium',
  confidence: 'low',
  title: 'Remote method accepts an object',
  message:
    'Java RMI deserializes the arguments of a remote method: anyone who reaches the registry chooses which objects are created.',
  help: 'Accept only numbers and strings, or set a filter: UnicastRemoteObject.exportObject(object, port, filter).',
  words: ['Remote'],
  functions: ({ parameters }, owner) =>
    owner !== undefined &&
    owner.bases.some((base) => /(?:^|\.)Remote$/.test(base)) &&
    parameters.some(takesObject),
  positives: [
    'public interface Tickets extends Remote {\n  void order(Ticket ticket) throws RemoteException; // HERE\n}\n',
    'public interface Tickets extends java.rmi.Remote {\n  void order(Object ticket) throws RemoteException; // HERE\n}\n',
  ],
  negatives: [
    'public interface Tickets extends Remote {\n  void order(String name, int count) throws RemoteException;\n}\n',
    'public interface Tickets {\n  void order(Object ticket);\n}\n',
  ],
};
