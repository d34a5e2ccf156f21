import type { Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

const grpc = 'google.golang.org/grpc';

export const goGrpcCleartext: Rule = {
  id: 'go-grpc-cleartext',
  cwe: 'CWE-319',
  severity: 'medium',
  confidence: 'low',
  title: 'gRPC without encryption',
  message: 'Anyone on the network path can read and change the calls and their responses.',
  help: 'Use credentials: grpc.WithTransportCredentials(credentials.NewTLS(config)), and grpc.Creds for a server.',
  calls: [
    { call: [`${grpc}.WithInsecure`, `${grpc}/credentials/insecure.NewCredentials`] },
    { call: [`${grpc}.NewServer`], when: ({ args }) => args.length === 0 },
  ],
  positives: [
    program(grpc, '\tconnection, err := grpc.Dial(address, grpc.WithInsecure()) // HERE', 'address string'),
    program(grpc, '\tserver := grpc.NewServer() // HERE'),
    program(
      `${grpc} ${grpc}/credentials/insecure`,
      '\tgrpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials())) // HERE',
      'address string',
    ),
  ],
  negatives: [
    program(
      `${grpc} ${grpc}/credentials`,
      '\tserver := grpc.NewServer(grpc.Creds(credentials.NewTLS(config)))\n\tgrpc.Dial(address)',
      'address string',
    ),
  ],
};
