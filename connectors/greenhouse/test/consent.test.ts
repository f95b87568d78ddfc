import { consentRequests } from '@connectory/testkit';
import { expect, it } from 'vitest';
import { greenhouse } from '../src/index.ts';

// https://harvestdocs.greenhouse.io/docs/harvest-partner-oauth
it('asks for consent as Greenhouse documents it', async () => {
  expect(await consentRequests(greenhouse)).toEqual({
    page: 'https://auth.greenhouse.io/authorize',
    query: {
      response_type: 'code',
      client_id: '{client_id}',
      redirect_uri: 'https://gateway.example.com/oauth/callback',
      state: '{state}',
      scope:
        'harvest:candidates:list harvest:applications:list harvest:jobs:list harvest:offers:list harvest:users:list harvest:departments:list harvest:offices:list harvest:job_posts:list harvest:sources:list harvest:interviews:list harvest:attachments:list harvest:job_interview_stages:list harvest:rejection_reasons:list harvest:candidate_tags:list harvest:applied_candidate_tags:list harvest:custom_fields:list harvest:custom_field_options:list harvest:candidates:create harvest:candidates:update harvest:notes:create harvest:applied_candidate_tags:create harvest:applied_candidate_tags:destroy harvest:applications:move harvest:applications:reject harvest:applications:unreject',
    },
    exchange: {
      request: 'POST https://auth.greenhouse.io/token',
      headers: {
        accept: 'application/json',
        authorization: 'Basic e2NsaWVudF9pZH06e2NsaWVudF9zZWNyZXR9',
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'connectory',
      },
      body: {
        redirect_uri: 'https://gateway.example.com/oauth/callback',
        code: '{code}',
        grant_type: 'authorization_code',
      },
    },
  });
});
