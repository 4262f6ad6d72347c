import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { LiveContext, startLive } from './live/live.ts';
import { StableRouterProvider } from './app/stable-router-provider.tsx';
import { waitForFirstPage } from './app/first-page.ts';
import { startInstalledApp } from './app/installed-app.ts';
import { createRouter } from './app/router.tsx';
import { startStore } from './store/store.ts';
import { followTheme } from './lib/theme.ts';
import { startI18n } from './i18n/i18n.ts';
import './styles/main.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');

followTheme();
startInstalledApp();
const store = startStore();
const textsLoaded = startI18n();
// Starts loading the page, whose texts wait for the language.
const router = createRouter();
// Nothing is rendered in the wrong language.
await textsLoaded;
await waitForFirstPage(router, store);
// Live events must arrive after the first answers.
const live = startLive(store);

const app = createRoot(root);
// A transition renders in small steps, so that a slow phone responds in between.
startTransition(() =>
  app.render(
    <StrictMode>
      <Provider store={store}>
        <LiveContext.Provider value={live}>
          <StableRouterProvider router={router} />
        </LiveContext.Provider>
      </Provider>
    </StrictMode>,
  ),
);
