import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../tests/render-app.tsx';

test.each([
  ['/about', 'About this exchange', 'SALAR_ABOUT_URL'],
  ['/terms', 'Terms of service', 'SALAR_TERMS_URL'],
  ['/privacy', 'Privacy policy', 'SALAR_PRIVACY_URL'],
  ['/support', 'Support', 'SALAR_SUPPORT_EMAIL'],
])(
  'signed out, %s opens, says that this is a local installation, and how its text is replaced',
  async (path, title, setting) => {
    localStorage.removeItem('app.user.v1');
    await renderApp(path);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
    expect(screen.getByText('This is a local installation')).toBeInTheDocument();
    expect(screen.getByText(new RegExp(setting))).toBeInTheDocument();
    expect(screen.getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(1);
  },
);
