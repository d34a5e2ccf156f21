import { serveAwsJson, ServiceError, requiredText, type ServiceContext } from '../protocol/aws-json.ts';
import type { LocalServer } from '@scangate/emulator-host/http-server';

/** Serves GetParameter. @param parameters by name; one that is added later is found too. */
export const startSsm = (
  parameters: ReadonlyMap<string, string>,
  context: ServiceContext,
): Promise<LocalServer> => {
  const operations = {
    GetParameter: (input: Record<string, unknown>) => {
      const name = requiredText(input, 'Name');
      const value = parameters.get(name);
      if (value === undefined) throw new ServiceError('ParameterNotFound', `There is no parameter ${name}.`);
      if (input['WithDecryption'] !== true) {
        throw new ServiceError('ValidationException', `${name} is a SecureString: set WithDecryption.`);
      }
      return { Parameter: { Name: name, Type: 'SecureString', Value: value, Version: 1 } };
    },
  };
  return serveAwsJson({ service: 'ssm', version: '1.1' }, operations, context);
};
