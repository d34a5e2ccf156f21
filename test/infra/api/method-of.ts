import { ofType, type Synthesized } from '../synthesized.ts';

interface Integration {
  Credentials: { 'Fn::GetAtt': [string, string] };
  Type: string;
  Uri: unknown;
  ResponseTransferMode?: string;
  TimeoutInMillis?: number;
}
/** Returns the properties of the method of an endpoint or a webhook. */
export const methodOf = ({ stacks }: Synthesized, name: string) => {
  const found = ofType(Object.entries(stacks.api), 'AWS::ApiGateway::Method').find(
    ([, { Properties }]) => Properties['OperationName'] === name,
  );
  if (!found) throw new Error(`no method ${name}`);
  return found[1].Properties as Record<string, unknown> & { Integration: Integration };
};
