import { tokenRule } from '../rule.ts';
import { base64, fake, leak } from '../rule-example.ts';

export const awsBedrockApiKey = tokenRule({
  id: 'aws-bedrock-api-key',
  title: 'Amazon Bedrock API key',
  keywords: ['absk', 'bedrock-api-key-'],
  pattern: /ABSK[A-Za-z0-9+/]{109,269}={0,2}|bedrock-api-key-[A-Za-z0-9+/]{40,1200}={0,2}/,
  positives: () => [
    leak`AWS_BEARER_TOKEN_BEDROCK=${`ABSK${fake(base64, 126)}==`}`,
    leak`${`bedrock-api-key-${fake(base64, 80)}`}`,
  ],
  negatives: () => [`ABSK${fake(base64, 40)}`],
});
