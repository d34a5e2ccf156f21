import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const azureCognitiveKey = namedValueRule({
  id: 'azure-cognitive-key',
  title: 'Azure AI service key',
  names: [
    'azure_openai',
    'azureopenai',
    'azure-openai',
    'cognitive_services',
    'cognitiveservices',
    'azure_speech',
    'apim-subscription',
    'apim_subscription',
    'azure_search',
    'azure_maps',
  ],
  value: /[a-f0-9]{32}/,
  tail: ['key'],
  positives: () => [
    leak`AZURE_OPENAI_API_KEY=${fake(hex, 32)}`,
    leak`'Ocp-Apim-Subscription-Key': '${fake(hex, 32, 2)}'`,
  ],
  negatives: () => [`azure_openai_deployment_hash = ${fake(hex, 32)}`],
});
