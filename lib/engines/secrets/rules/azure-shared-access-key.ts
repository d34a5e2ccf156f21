import { tokenRule } from '../rule.ts';
import { base64, fake, leak } from '../rule-example.ts';

export const azureSharedAccessKey = tokenRule({
  id: 'azure-shared-access-key',
  title: 'Azure Service Bus, Event Hubs or IoT Hub key',
  keywords: ['sharedaccesskey='],
  pattern: /SharedAccessKey=(?<secret>[A-Za-z0-9+/]{43}=)/,
  positives: () => [
    leak`Endpoint=sb://a1.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${`${fake(base64, 43)}=`};EntityPath=q`,
  ],
  negatives: () => [
    'SharedAccessKey=SAS_KEY_VALUE;UseDevelopmentEmulator=true',
    `SharedAccessKey=${fake(base64, 20)}=`,
  ],
});
