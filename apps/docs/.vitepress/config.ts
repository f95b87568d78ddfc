import { siteConfiguration } from '../src/site-configuration.ts';

export default await siteConfiguration();
