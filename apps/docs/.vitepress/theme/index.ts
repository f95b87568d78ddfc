import type { Theme } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { followChosenLanguage } from './code-tabs.ts';
import { withSearchRanking } from './search-ranking.ts';
import './style.css';
import './tables.css';
import './entity-page.css';

export default {
  extends: theme,
  enhanceApp: ({ siteData }) => {
    siteData.value = withSearchRanking(siteData.value);
  },
  setup: followChosenLanguage,
} satisfies Theme;
