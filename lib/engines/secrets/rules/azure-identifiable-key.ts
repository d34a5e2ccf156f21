import { tokenRule } from '../rule.ts';
import { base62, base64, fake, leak } from '../rule-example.ts';

/** These keys have the mark of their service at a fixed place before the checksum: storage, queues, caches, registries. */
export const azureIdentifiableKey = tokenRule({
  id: 'azure-identifiable-key',
  title: 'Azure service key',
  keywords: [
    '+ast',
    'acdb',
    'apim',
    '+aba',
    '+amc',
    'aiot',
    '+asb',
    '+aeh',
    '+arm',
    'azfu',
    'azse',
    'azca',
    '+acr',
  ],
  pattern:
    /[A-Za-z0-9+/]{76}(?:APIM|ACDb|\+(?:ABa|AMC|ASt))[A-Za-z0-9+/]{5}[AQgw]==|[A-Za-z0-9+/]{33}(?:AIoT|\+(?:ASb|AEh|ARm))[A-P][A-Za-z0-9+/]{5}=|[\w-]{44}AzFu[\w-]{5}[AQgw]==|[A-Za-z0-9]{42}AzSe[A-D][A-Za-z0-9]{5}|[A-Za-z0-9]{33}AzCa[A-P][A-Za-z0-9]{5}=|[A-Za-z0-9+/]{42}\+ACR[A-D][A-Za-z0-9+/]{5}/,
  extendBack: { over: /[\w+/-]/, max: 76 },
  positives: () => [
    leak`key: "${`${fake(base64, 76)}+ASt${fake(base64, 5)}Q==`}"`,
    leak`COSMOS=${`${fake(base62, 76, 2)}ACDb${fake(base62, 5)}A==`}`,
    leak`SharedAccessKeyName=send;EntityPath=a;K=${`${fake(base64, 33)}+ASbC${fake(base64, 5)}=`}`,
    leak`https://a.example.com/api/f?code=${`${fake(base62, 44)}AzFu${fake(base62, 5)}g==`}`,
    leak`search = ${`${fake(base62, 42)}AzSeB${fake(base62, 5)}`}`,
    leak`host:6380,ssl=True,secretless=${`${fake(base62, 33)}AzCaD${fake(base62, 5)}=`}`,
    leak`apim: ${`${fake(base62, 76, 3)}APIM${fake(base62, 5)}A==`}`,
    leak`batch: "${`${fake(base64, 76, 4)}+ABa${fake(base64, 5)}Q==`}"`,
    leak`ml: "${`${fake(base64, 76, 5)}+AMC${fake(base64, 5)}Q==`}"`,
    leak`hub=${`${fake(base62, 33, 3)}AIoTB${fake(base62, 5)}=`}`,
    leak`events=${`${fake(base64, 33, 4)}+AEhB${fake(base64, 5)}=`}`,
    leak`relay=${`${fake(base64, 33, 5)}+ARmB${fake(base64, 5)}=`}`,
    leak`docker login -u a -p ${`${fake(base64, 42)}+ACRA${fake(base64, 5)}`}`,
  ],
  negatives: () => [`${fake(base62, 20)}AzSeB${fake(base62, 5)}`, `APIM and ACDb`],
});
