import type { Rule } from '@scangate/engines/sast/rule';
import { cleartextText, isCleartext } from '../cleartext.ts';
import { method } from './samples.ts';

export const csCleartextRequest: Rule = {
  id: 'cs-cleartext-request',
  ...cleartextText,
  calls: [
    {
      call: [
        '*.{GetAsync,PostAsync,PutAsync,DeleteAsync,GetStringAsync,GetByteArrayAsync,GetStreamAsync,GetFromJsonAsync,PostAsJsonAsync,DownloadString}',
        'WebRequest.Create',
      ],
      when: ({ args: [address] }) => isCleartext(address),
    },
    { call: ['HttpRequestMessage'], when: ({ args: [, address] }) => isCleartext(address) },
  ],
  positives: [
    method(
      '        await client.GetStringAsync("http://api.example.com/users"); // HERE',
      'HttpClient client',
    ),
    method('        WebRequest.Create($"http://api.example.com/users/{id}"); // HERE', 'int id'),
  ],
  negatives: [
    method('        await client.GetStringAsync("https://api.example.com/users");', 'HttpClient client'),
    method('        await client.GetStringAsync("http://localhost:5000/users");', 'HttpClient client'),
  ],
};
