// Where the page begins.
import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { firstLanguage, setLanguage } from './lib/i18n.svelte'
import { applyLook } from './lib/look.svelte'

applyLook()
void setLanguage(firstLanguage()).then(() => {
  const target = document.getElementById('app')
  if (target) mount(App, { target })
})
